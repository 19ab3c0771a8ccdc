import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { asText } from '#/lib/address.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'

const ReportScreen = lazyComponent(async () => (await import('#/components/reports/report.tsx')).ReportScreen)

export const Route = createFileRoute('/admin/reports')({
  validateSearch: (address: Record<string, unknown>) => ({
    from: asText(address.from),
    to: asText(address.to),
  }),
  search: { middlewares: [stripSearchParams({ from: '', to: '' })] },
  component: Reports,
})

function Reports() {
  const navigate = Route.useNavigate()
  return (
    <ReportScreen
      range={Route.useSearch()}
      onRange={(range) => void navigate({ search: range, replace: true })}
      isLinked
    />
  )
}
