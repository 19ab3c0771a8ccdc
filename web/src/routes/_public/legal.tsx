import { createFileRoute } from '@tanstack/react-router'
import { ScreenTitle } from '#/parts/page-header.tsx'

export const Route = createFileRoute('/_public/legal')({ component: Legal })

function Legal() {
  return (
    <div className="mx-auto w-full max-w-180 px-4 py-8">
      <ScreenTitle title="Legal" className="text-2xl!" />
      <p className="mt-3 text-muted">
        The Privacy Policy, the Terms Of Service and the Responsible Disclosure policy are on their way to
        this page.
      </p>
    </div>
  )
}
