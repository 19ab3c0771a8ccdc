/** Milligrams in a thousandth of a unit of weight. */
const milligramsIn = new Map([
  ['MG', 0.001],
  ['GM', 1],
  ['Kilo', 1000],
])
export const weightUnits = [...milligramsIn.keys()]

/** Whether what is sold in this unit can be weighed. */
export const isWeighable = (unit: string) => milligramsIn.has(unit)

/** The weight of one piece in milligrams, or null if it is not sold by weight. `amount`: thousandths of the unit. */
export const packWeight = (amount: number, unit: string): number | null => {
  const milligrams = milligramsIn.get(unit)
  return milligrams === undefined ? null : Math.round(amount * milligrams) || null
}
