import { staffSecurity } from '@kirana/contract/security'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { SecurityPanels } from '#/components/security/security-panels.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'

export const Route = createFileRoute('/admin/security')({ component: Security })

function Security() {
  const query = useQuery(read(staffSecurity.get, {}))
  return (
    <>
      <PageHeader title="Security">
        <RefreshButton query={query} />
      </PageHeader>
      <SecurityPanels role="staff" />
    </>
  )
}
