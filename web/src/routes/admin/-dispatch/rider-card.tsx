import type { Rider } from '@kirana/contract/riders'
import { cardOf } from '#/lib/rider-card.ts'
import { QrCode } from '#/components/security/qr-code.tsx'
import { Paper } from '#/ui/paper.tsx'

/** Prints the rider's card on a roll of 80 mm. The dispatcher scans it after the bags. */
export const RiderCard = ({ rider, onDone }: { rider: Rider; onDone: () => void }) => (
  <Paper className="slip" page={(height) => `size: 80mm ${height + 10}mm; margin: 4mm`} onDone={onDone}>
    <p className="text-center text-[18pt] font-bold break-words">{rider.name}</p>
    <QrCode text={cardOf(rider._id)} label={`Card of ${rider.name}`} />
  </Paper>
)
