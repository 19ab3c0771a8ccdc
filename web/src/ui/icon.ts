import { createElement, type SVGProps } from 'react'

/** The shapes of an icon as the library stores them, on a square of 24. */
type Drawing = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }
type Props = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * Makes an icon's component. The build takes it in place of the library's function of this name (web/icons.ts), whose
 * colours, contexts and class names no screen uses, and every screen would load.
 */
export default ({ node }: Drawing) =>
  ({ size = 24, ...props }: Props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
