/** '0394' of 'OD261122-0394': what people call an order by. */
export const tailOf = (number: string) => number.slice(number.lastIndexOf('-') + 1)
