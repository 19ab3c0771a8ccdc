import type { User } from '@kirana/contract/users'
import { count, rupees } from '#/lib/format.ts'

/** The two balances of a wallet, and the totals converted to money and withdrawn. */
export const Balances = ({
  wallet: { point, money, withdrawalPoint, withdrawalMoney },
}: Pick<User, 'wallet'>) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line">
    <Balance name="Coins" amount={count(point)} isMain />
    <Balance name="Money" amount={rupees(money)} isMain />
    <Balance name="Coins turned into money" amount={count(withdrawalPoint)} />
    <Balance name="Money withdrawn" amount={rupees(withdrawalMoney)} />
  </dl>
)

type BalanceProps = { name: string; amount: string; isMain?: boolean }

const Balance = ({ name, amount, isMain = false }: BalanceProps) => (
  <div className="flex flex-col gap-0.5 bg-surface px-4 py-3 dark:bg-raised">
    <dt className="text-xs text-muted">{name}</dt>
    <dd className={`numbers font-semibold ${isMain ? 'text-xl tracking-tight' : ''}`}>{amount}</dd>
  </div>
)
