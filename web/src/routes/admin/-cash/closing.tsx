import { cash, type DayClosing } from '@kirana/contract/cash'
import { dayInKolkata } from '@kirana/domain/calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { messageOf, read } from '#/lib/api.ts'
import { useClock } from '#/lib/browser/clock.ts'
import { formatDateTime, rupees } from '#/lib/format.ts'
import { useAllowed } from '#/lib/session/allowed.ts'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { ErrorState } from '#/components/feedback/states.tsx'
import { CountFields, countForm, countOf, noPieces } from '#/components/cash/pieces.tsx'
import { useAction } from '#/components/cash/use-action.ts'
import { FormDialog } from '#/components/forms/form-dialog.tsx'
import { Button } from '#/ui/button.tsx'
import { TextField } from '#/ui/field.tsx'

const Paper = lazyComponent(async () => (await import('#/ui/paper.tsx')).Paper)
const SLIP_MARGIN_MM = 4

const signed = (amount: number) => (amount < 0 ? `−${rupees(-amount)}` : rupees(amount))

/** The till from its opening to its count: receipts, payments and the difference. */
function linesOf({ opening, collected, added, refunded, paidOut, deposited, closing, count }: DayClosing) {
  return [
    ['Opening', signed(opening)],
    ['Collected', rupees(collected)],
    ['Put in', rupees(added)],
    ['Refunded for claims', signed(-refunded)],
    ['Paid out', signed(-paidOut)],
    ['To the bank', signed(-deposited)],
    ['In the till', signed(closing)],
    ...(count
      ? [
          ['Counted', rupees(count.counted)],
          ['Difference', signed(count.difference)],
          ['By', `${count.by}, ${formatDateTime(new Date(count.at))}`],
        ]
      : [['Counted', 'Not yet']]),
  ] as const
}

/** The till's day, which can be counted and printed. */
export function Closing({ till }: { till: number }) {
  const today = useClock((now) => dayInKolkata(new Date(now)))
  const [day, setDay] = useState('')
  const [isCounting, setCounting] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const mayClose = useAllowed(cash.close)
  const shown = day || today
  const query = useQuery({
    ...read(cash.day, { params: { day: shown } }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  return (
    <section aria-labelledby="closing" id="till" className="card mb-8 p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <h2 id="closing" className="min-w-0 flex-1 self-center text-lg font-semibold">
          The day of the till
        </h2>
        <TextField
          label="Day"
          type="date"
          max={today}
          value={shown}
          onChange={({ target }) => /^20\d\d-/.test(target.value) && setDay(target.value)}
        />
        <Button
          variant="outline"
          disabled={!data}
          onPointerEnter={Paper.preload}
          onClick={() => setPrinting(true)}
        >
          <Printer aria-hidden />
          Print
        </Button>
        {mayClose && shown === today && <Button onClick={() => setCounting(true)}>Count the till</Button>}
      </div>
      {error && !data ? (
        <ErrorState message={messageOf(error)} onRetry={() => void query.refetch()} />
      ) : (
        <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 xl:grid-cols-4">
          {data &&
            linesOf(data).map(([name, value]) => (
              <div key={name} className="min-w-0">
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="numbers font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
        </dl>
      )}
      {data && isPrinting && (
        <Paper
          className="slip"
          page={(height) => `size: 80mm ${height + 2 * SLIP_MARGIN_MM + 2}mm; margin: ${SLIP_MARGIN_MM}mm`}
          onDone={() => setPrinting(false)}
        >
          <p className="text-[14pt] font-bold">Till on {data.day}</p>
          <table className="mt-2 border-y">
            <tbody>
              {linesOf(data).map(([name, value]) => (
                <tr key={name}>
                  <td className="py-0.5">{name}</td>
                  <td className="py-0.5 pl-2 font-bold break-words">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Paper>
      )}
      {isCounting && <CountTill key={till} till={till} open onOpenChange={setCounting} />}
    </section>
  )
}

type CountProps = { till: number; open: boolean; onOpenChange: (open: boolean) => void }

function CountTill({ till, ...dialog }: CountProps) {
  const close = useAction(cash.close, [cash.get, cash.day])
  return (
    <FormDialog
      {...dialog}
      title="Count the till"
      description={`It should hold ${rupees(till)}. From now on it holds what you count; the difference stands under your name.`}
      schema={countForm}
      values={noPieces}
      onSave={(typed) =>
        close.sendAsync({ body: { actionId: close.actionId, expected: till, counted: countOf(typed) } })
      }
    >
      {(fields) => <CountFields fields={fields} expected={till} />}
    </FormDialog>
  )
}
