const grouped = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 3 })

/** A count with Indian digit grouping: '1,23,456'. */
export const count = (amount: number) => grouped.format(amount)

/** A count with its noun: '1 product', '2,000 products', '3 deliveries'. */
export const counted = (amount: number, one: string, many = `${one}s`) =>
  `${count(amount)} ${amount === 1 ? one : many}`
