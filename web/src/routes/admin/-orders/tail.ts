/** The part of an order number that staff use: '0394' of 'OD261122-0394'. */
export const tailOf = (number: string) => number.slice(number.lastIndexOf('-') + 1)
