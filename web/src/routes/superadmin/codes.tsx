import { codes, type CodesOverview } from '@kirana/contract/codes'
import { budgetState } from '@kirana/domain/code-budget'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { messageOf, read } from '#/lib/api.ts'
import { count } from '#/lib/format.ts'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { DataTable } from '#/components/tables/data-table.tsx'
import { RefreshButton } from '#/components/tables/refresh-button.tsx'
import { useSort } from '#/components/tables/use-sort.ts'
import { channelNames, codeColumns, providerNames, stateNames } from './-codes/columns.tsx'

// Form validation is loaded after the lists.
const TestCode = lazyComponent(async () => (await import('./-codes/test-code.tsx')).TestCode)

export const Route = createFileRoute('/superadmin/codes')({ component: SignInCodes })

/** Refetch interval, because codes that are being sent change within seconds. */
const refetchMs = 3_000

function SignInCodes() {
  const query = useQuery({
    ...read(codes.list, {}),
    refetchInterval: ({ state: { data } }) =>
      data?.messages.some(({ state }) => state === 'asked') ? refetchMs : false,
  })
  const { data, error } = query
  return (
    <>
      <PageHeader title="Sign-in Codes">
        <RefreshButton query={query} />
      </PageHeader>
      {error && data && <ErrorLine message={messageOf(error)} onRetry={() => void query.refetch()} />}
      {data && <Overview {...data} />}
      <DataTable
        name="Newest Codes"
        rows={data?.messages}
        columns={codeColumns}
        rowId={({ _id }) => _id}
        query={query}
        sorting={useSort()}
        about="Codes that customers asked for to sign in, and whether they arrived."
        toolbar={<h2 className="text-lg font-semibold">Newest codes</h2>}
      />
    </>
  )
}

const Overview = ({ provider, isSample, counts, newNumbers, all, messages }: CodesOverview) => (
  <>
    {provider === null && <NoProvider isSample={isSample} />}
    <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
      {provider && (
        <section aria-labelledby="provider" className="card p-5">
          <h2 id="provider" className="mb-3 text-lg font-semibold">
            Provider
          </h2>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
            <Setting name="Provider">{providerNames[provider.name] ?? provider.name}</Setting>
            <Setting name="Channels">
              {provider.channels.map((channel) => channelNames[channel]).join(', then ')}
            </Setting>
            {provider.settings.map(({ name, value }) => (
              <Setting key={name} name={name}>
                {value}
              </Setting>
            ))}
          </dl>
        </section>
      )}
      <div className="grid gap-4">
        {provider && <TestCode messages={messages} />}
        <section aria-labelledby="day" className="card p-5">
          <h2 id="day" className="mb-3 text-lg font-semibold">
            Last 24 hours
          </h2>
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {(['sent', 'failed', 'given-up', 'asked'] as const).map((state) => (
              <div key={state}>
                <dt className="text-sm text-muted">{stateNames[state]}</dt>
                <dd className="numbers text-xl font-semibold">{count(counts[state])}</dd>
              </div>
            ))}
          </dl>
          <NewNumbers {...newNumbers} />
          <All {...all} />
        </section>
      </div>
    </div>
  </>
)

const budgetClass = { free: 'text-muted', near: 'text-warn', used: 'text-bad' }

const NewNumbers = (budget: CodesOverview['newNumbers']) => (
  <p className={`numbers mt-3 ${budgetClass[budgetState(budget)]}`}>
    To new numbers today: {count(budget.sent)} of {count(budget.limit)} (Company Settings). Customers with an
    account always get their codes.
  </p>
)

const All = (budget: CodesOverview['all']) => (
  <p className={`numbers mt-1 ${budgetClass[budgetState(budget)]}`}>
    To everyone today: {count(budget.sent)}, alarm at {count(budget.limit)} (Company Settings).
  </p>
)

const Setting = ({ name, children }: { name: string; children: string }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="numbers wrap-anywhere">{children}</dd>
  </>
)

const NoProvider = ({ isSample }: { isSample: boolean }) => (
  <p className={`card mb-4 p-4 ${isSample ? '' : 'bg-bad-soft text-bad'}`}>
    {isSample
      ? 'Sample mode without a provider: the app gets the code in the response, and the log prints it.'
      : 'Customers can’t sign in: nothing sends them their codes. Set SMS_PROVIDER on the server (docs/running/providers.md, Sign-in codes) and start it again.'}
  </p>
)
