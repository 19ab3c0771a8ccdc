import { barcodeModules } from '@kirana/domain/barcode'

/** Light modules on each side, which scanners need to find the start of a code. */
const QUIET = 11

/** A code as bars with its text below, as EAN-13 if it is one, otherwise as Code 128. */
export function Barcode({ code }: { code: string }) {
  const modules = barcodeModules(code)
  const bars = [...modules.matchAll(/1+/g)]
  return (
    <figure className="flex flex-col items-center">
      <svg
        role="img"
        aria-label={`Barcode ${code}`}
        viewBox={`0 0 ${modules.length + 2 * QUIET} 10`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        className="h-[12mm] w-full"
      >
        {bars.map(({ index, 0: { length } }) => (
          <rect key={index} x={QUIET + index} width={length} height={10} />
        ))}
      </svg>
      <figcaption className="text-[8pt] leading-tight tracking-wider">{code}</figcaption>
    </figure>
  )
}
