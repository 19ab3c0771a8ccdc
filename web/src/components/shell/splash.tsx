import { Logo } from './logo.tsx'

/** Full-screen logo while the profiles load (specification, section 2). */
export const Splash = () => (
  <div className="splash" role="status" aria-label="Loading">
    <Logo size={72} alt="Kirana" />
  </div>
)
