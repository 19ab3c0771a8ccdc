import { superadminSecurity } from '@kirana/contract/security'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '#/lib/api.ts'
import { SecurityPanels } from '#/components/security/security-panels.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'

export const Route = createFileRoute('/superadmin/security')({ component: SuperadminSecurity })

function SuperadminSecurity() {
  const query = useQuery(read(superadminSecurity.get, {}))
  return (
    <>
      <PageHeader title="Security">
        <RefreshButton query={query} />
      </PageHeader>
      <SecurityPanels role="superadmin" />
    </>
  )
}
