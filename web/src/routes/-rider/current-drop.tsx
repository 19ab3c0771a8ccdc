import { Navigation, Phone } from 'lucide-react'
import { useState } from 'react'
import { rupees } from '#/lib/format.ts'
import { act } from '#/lib/outbox/drops.ts'
import { Button, buttonVariants } from '#/ui/button.tsx'
import { big, Deliver, type Door } from './deliver.tsx'
import { Fail } from './fail.tsx'

/** The rider's current drop: address, amount and actions. */
export function CurrentDrop(door: Door) {
  const { drop } = door
  const [step, setStep] = useState<'deliver' | 'fail' | null>(null)
  const link = buttonVariants({ variant: 'outline', size: 'large', className: 'h-12! flex-1' })
  return (
    <section aria-label={`Order ${drop.order_id}`} className="card flex flex-col gap-4 p-4">
      <div>
        <p className="numbers text-sm text-muted">{drop.order_id}</p>
        <h2 className="text-lg font-semibold wrap-anywhere">{drop.name}</h2>
        <p className="wrap-anywhere">{drop.address}</p>
      </div>
      <div className="flex gap-3">
        <a className={link} href={`geo:0,0?q=${encodeURIComponent(drop.address)}`}>
          <Navigation aria-hidden />
          Navigate
        </a>
        <a className={link} href={`tel:${drop.phone}`}>
          <Phone aria-hidden />
          Call
        </a>
      </div>
      <p className="text-center">
        {drop.toCollect > 0 ? 'Collect' : 'Paid'}
        <b className="numbers block text-5xl tracking-tight">
          {drop.toCollect > 0 ? rupees(drop.toCollect) : 'Nothing to collect'}
        </b>
      </p>
      {step === 'deliver' && <Deliver {...door} onBack={() => setStep(null)} />}
      {step === 'fail' && <Fail drop={drop} onBack={() => setStep(null)} />}
      {step === null && drop.state === 'assigned' && (
        <Button className={big} onClick={() => act(drop, { do: 'start' })}>
          Start
        </Button>
      )}
      {step === null && drop.state !== 'assigned' && (
        <>
          <Button className={big} onClick={() => setStep('deliver')}>
            Delivered
          </Button>
          <Button variant="outline" className="h-12!" onClick={() => setStep('fail')}>
            Could not deliver
          </Button>
        </>
      )}
    </section>
  )
}
