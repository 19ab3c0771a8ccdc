import { wallet, type StaffWalletEntry } from '@kirana/contract/wallet'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '#/lib/api.ts'
import { count, rupees } from '#/lib/format.ts'
import { Ledger, LedgerEntry } from '#/components/tables/ledger.tsx'

/** Wallet history, newest first, paged. */
export function WalletEntries({ userId }: { userId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...read(wallet.entries, { params: { userId, page } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Ledger
      query={query}
      page={page}
      onPage={setPage}
      about="Every change of the customer’s coins and money appears here, with its reason."
    >
      {({ _id, about, orderId, by, dateAndTime, ...amounts }) => (
        <LedgerEntry
          key={_id}
          amount={<Amount {...amounts} />}
          about={about}
          orderId={orderId}
          by={by}
          at={dateAndTime}
        />
      )}
    </Ledger>
  )
}

const Amount = ({ point, money }: Pick<StaffWalletEntry, 'point' | 'money'>) => (
  <p className="numbers flex w-26 shrink-0 flex-col text-right font-medium">
    {point !== 0 && <Change amount={point} text={`${count(Math.abs(point))} ${unit(point)}`} />}
    {money !== 0 && <Change amount={money} text={rupees(Math.abs(money))} />}
    {point === 0 && money === 0 && <span className="font-normal text-muted">No change</span>}
  </p>
)

const unit = (point: number) => (Math.abs(point) === 1 ? 'coin' : 'coins')

/** A signed amount: '+ 12 coins', '− ₹50.00'. Color only repeats the sign. */
const Change = ({ amount, text }: { amount: number; text: string }) => (
  <span className={`whitespace-nowrap ${amount > 0 ? 'text-ok' : ''}`}>
    {amount > 0 ? '+' : '−'} {text}
  </span>
)
