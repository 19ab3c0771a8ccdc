import { createFileRoute } from '@tanstack/react-router'
import { ScreenTitle } from '#/components/shell/page-header.tsx'

export const Route = createFileRoute('/_public/')({ component: Landing })

function Landing() {
  return (
    <div className="grid flex-1 place-items-center">
      <ScreenTitle title="Landing" className="text-2xl!" />
    </div>
  )
}
