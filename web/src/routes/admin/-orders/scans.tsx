import { scans, type Scan } from '@kirana/contract/scans'
import { Link, useNavigate } from '@tanstack/react-router'
import { ScanBarcode, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call, messageOf } from '#/lib/api.ts'
import { useScanner } from '#/lib/browser/scanner.ts'
import { counted } from '#/lib/format.ts'
import { useOpensScreen } from '#/lib/session/allowed.ts'
import { buttonVariants, IconButton } from '#/ui/button.tsx'
import { tailOf } from './tail.ts'

/** How long the notice of a scan stays. */
const SHOWN_MS = 8000
/** Maximum length of a code that the call accepts. */
const MAX_CODE = 100

type Answer = { text: string; detail?: string; oldest?: NonNullable<Scan['product']>['oldest'] }

function productAnswer({ productTitle, productQuantity, ...product }: NonNullable<Scan['product']>): Answer {
  const { shelf, onHand, waiting, oldest } = product
  const details = [
    shelf ? `Shelf ${shelf}` : 'No shelf',
    onHand === null ? 'Stock is not tracked' : `${onHand} on hand`,
    waiting === 0 ? 'No order waits for it' : `${counted(waiting, 'order')} waiting`,
  ]
  return { text: `${productTitle}, ${productQuantity}`, detail: details.join(' · '), oldest }
}

function answerOf(code: string, { orders, product }: Scan): Answer {
  if (product) return productAnswer(product)
  if (orders.length === 0) return { text: `Unknown code ${code}`, detail: 'No product or open order has it' }
  return {
    text: `${orders.length} open orders end in ${code}`,
    detail: orders.map(({ order_id: number }) => number).join(', '),
  }
}

/**
 * Handles scans on the board and the order page. A scanned order opens on the picking screen while it is Confirmed,
 * otherwise on its page. A notice shows a scanned product. Without this handler, the Enter of a scan would press the
 * focused button.
 */
export function OrderScans() {
  const navigate = useNavigate()
  const opens = useOpensScreen()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const latest = useRef('')
  useEffect(() => {
    const timer = setTimeout(() => setAnswer(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [answer])
  const find = async (code: string) => {
    const { data } = await call(scans.find, { params: { code } })
    if (latest.current !== code) return
    const [order] = data.orders
    if (data.product || !order || data.orders.length > 1) return setAnswer(answerOf(code, data))
    const isToPick = order.delivaryStatus === 'Confirmed' && opens('/admin/order/pick/')
    void navigate({
      to: isToPick ? '/admin/order/pick/$orderId' : '/admin/order/get/$orderId',
      params: { orderId: order._id },
    })
  }
  useScanner((code) => {
    latest.current = code
    if (code.length > MAX_CODE) return setAnswer(answerOf(code, { orders: [], product: null }))
    setAnswer(null)
    find(code).catch((error: unknown) => setAnswer({ text: messageOf(error) }))
  })
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center p-4 empty:hidden"
    >
      {answer && (
        <div className="card pointer-events-auto flex max-w-full min-w-0 items-center gap-4 border-2 border-info px-4 py-3 shadow-float">
          <ScanBarcode aria-hidden size={28} className="shrink-0 text-info" />
          <div className="numbers min-w-0 flex-1">
            <p className="text-lg font-semibold break-words">{answer.text}</p>
            {answer.detail && <p className="break-words text-muted">{answer.detail}</p>}
          </div>
          {answer.oldest && opens('/admin/order/pick/') && (
            <Link
              to="/admin/order/pick/$orderId"
              params={{ orderId: answer.oldest._id }}
              preload={false}
              className={buttonVariants({ size: 'large' })}
            >
              Start picking {tailOf(answer.oldest.order_id)}
            </Link>
          )}
          <IconButton label="Close" onClick={() => setAnswer(null)}>
            <X aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
