import { storeCompany } from '@kirana/contract/store/company'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { asOneOf } from '#/lib/address.ts'
import { messageOf, read } from '#/lib/api.ts'
import { companyWords, emptyCompany } from '#/legal/company-words.ts'
import { disclosurePolicy } from '#/legal/disclosure.ts'
import { PolicyText } from '#/legal/policy-text.tsx'
import { privacyPolicy } from '#/legal/privacy.ts'
import { termsOfService } from '#/legal/terms.ts'
import { ScreenTitle } from '#/components/shell/page-header.tsx'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { Button } from '#/ui/button.tsx'
import { Tabs } from '#/ui/tabs.tsx'

export const Route = createFileRoute('/_public/legal')({
  // Imports nothing, because this code is part of the entry chunk. The screen validates the value.
  validateSearch: ({ document }: { document?: string }): { document?: string } => ({ document }),
  component: Legal,
})

/** The URL omits the first document. */
const documents = ['disclosure', 'privacy', 'terms'] as const

function Legal() {
  const document = asOneOf(documents, Route.useSearch().document)
  const navigate = Route.useNavigate()
  const company = useQuery(read(storeCompany.get, {}))
  // The texts are complete without the company's details.
  const words = companyWords(company.data ?? emptyCompany)
  const policies = [
    { value: 'privacy', ...privacyPolicy(words) },
    { value: 'terms', ...termsOfService(words) },
    { value: 'disclosure', ...disclosurePolicy(words) },
  ] as const
  return (
    <div className="mx-auto w-full max-w-190 px-4 pt-4 pb-10 sm:pt-8 print:max-w-none print:p-0">
      <header data-chrome className="mb-4 flex items-center justify-between gap-3">
        <ScreenTitle title="Legal" className="text-2xl!" />
        <Button variant="outline" size="small" onClick={() => print()}>
          <Printer aria-hidden />
          Print
        </Button>
      </header>
      <div className="card px-4 pt-2 pb-8 sm:px-8 print:border-0 print:p-0">
        {company.error && (
          <ErrorLine message={messageOf(company.error)} onRetry={() => void company.refetch()} />
        )}
        <Tabs
          label="Documents"
          value={document}
          onChange={(next) => void navigate({ search: next === documents[0] ? {} : { document: next } })}
          tabs={policies.map((policy) => ({
            value: policy.value,
            label: policy.title,
            content: company.isPending ? <Loading /> : <PolicyText policy={policy} />,
          }))}
        />
      </div>
    </div>
  )
}

/** Placeholder lines of about the final height, so that little moves when the company's details arrive. */
const Loading = () => (
  <div aria-hidden className="space-y-3 pb-[60dvh]">
    {['w-1/2', 'w-full', 'w-full', 'w-5/6', 'w-full', 'w-2/3'].map((width, line) => (
      <div key={line} className={`skeleton h-4 ${width}`} />
    ))}
  </div>
)
