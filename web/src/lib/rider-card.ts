const CARD = 'RIDER-'

/** The content of the code on a rider's card: only letters, digits and hyphens, which every scanner types. */
export const cardOf = (riderId: string) => `${CARD}${riderId}`

/** The rider's id; null if the code is not a rider's card. */
export const riderOfCard = (code: string) =>
  code.toUpperCase().startsWith(CARD) ? code.slice(CARD.length).toLowerCase() : null
