/** The share of the daily budget from which it is nearly used up. */
const NEAR = 0.8

/** Sign-in codes sent today, and how many the store expects at most: to numbers without an account, or all. */
export type CodeBudget = { sent: number; limit: number }
type BudgetState = 'free' | 'near' | 'used'

/** How far a day's budget of sign-in codes is used. A limit of 0 is always used up. */
export function budgetState({ sent, limit }: CodeBudget): BudgetState {
  if (sent >= limit) return 'used'
  return sent >= limit * NEAR ? 'near' : 'free'
}

/** The state that starts with this message; null if it started with an earlier one. */
export function stateBegunBy({ sent, limit }: CodeBudget): Exclude<BudgetState, 'free'> | null {
  const state = budgetState({ sent, limit })
  return state === 'free' || state === budgetState({ sent: sent - 1, limit }) ? null : state
}
