/** The customer's code, or why there is none; neither where no code is needed. */
export type DoorProof = { doorCode?: string; override?: string }

/** What a rider does with a bag. Amounts are rupees. */
export type DropStep =
  | { do: 'start' }
  | ({
      do: 'deliver'
      paidBy: 'cash' | 'upi' | 'none'
      received?: number
      toWallet?: boolean
      utr?: string
    } & DoorProof)
  | { do: 'fail'; reason: string; photo?: Blob }

/** Something that a rider did on this phone and the server has not confirmed, or has refused. */
export type DropAction = {
  kind: 'drop'
  /** The `actionId`: sent again after a lost answer, it counts once. */
  key: string
  /** Id of the rider. */
  by: string
  orderId: string
  /** The number that people read out. */
  number: string
  step: DropStep
  /** A refused one stays until the rider has read why. */
  state: 'queued' | 'refused'
  /** The server's message, once it refused the action. */
  message: string
}
