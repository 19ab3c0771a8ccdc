import { createFileRoute } from '@tanstack/react-router'
import { ReportScreen } from '#/components/reports/lazy.ts'
import { rangeInAddress } from '#/components/reports/range.ts'

export const Route = createFileRoute('/superadmin/reports')({ ...rangeInAddress, component: Reports })

function Reports() {
  const navigate = Route.useNavigate()
  return (
    <ReportScreen
      range={Route.useSearch()}
      onRange={(range) => void navigate({ search: range, replace: true })}
      isLinked={false}
    />
  )
}
