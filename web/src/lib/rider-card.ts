const CARD = 'RIDER-'

/** What the code on a rider's card says: letters, digits and hyphens, which every scanner types. */
export const cardOf = (riderId: string) => `${CARD}${riderId}`

/** The rider's id, or null if it is not a card. */
export const riderOfCard = (code: string) =>
  code.toUpperCase().startsWith(CARD) ? code.slice(CARD.length).toLowerCase() : null
