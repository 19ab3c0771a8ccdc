import { createFileRoute } from '@tanstack/react-router'
import { GstScreen } from '#/components/gst/lazy.ts'
import { asText } from '#/lib/address.ts'

export const Route = createFileRoute('/admin/gst')({
  // Imports nothing, because this code is part of the entry chunk. The screen parses the values.
  validateSearch: (address: Record<string, string>) => address,
  component: Gst,
})

function Gst() {
  const navigate = Route.useNavigate()
  return (
    <GstScreen
      asked={asText(Route.useSearch().month)}
      onMonth={(month) => void navigate({ search: month === '' ? {} : { month } })}
    />
  )
}
