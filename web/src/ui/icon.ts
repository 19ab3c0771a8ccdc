import { createElement, type SVGProps } from 'react'

/** The shapes of an icon as the library stores them, on a grid of 24 × 24. */
type Drawing = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] }
type Props = SVGProps<SVGSVGElement> & { size?: number | string }

/**
 * Creates an icon's component. The build replaces the library's function of this name by this one (web/icons.ts). No
 * screen uses the library's colours, contexts and class names, but every screen would load them.
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
