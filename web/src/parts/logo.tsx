/** The basket with the bolt. Decorative beside a name; give `alt` where it stands alone. */
export const Logo = ({ size = 28, alt = '' }: { size?: number; alt?: string }) => (
  <img src="/logo.svg" alt={alt} width={size} height={size} className="shrink-0" />
)
