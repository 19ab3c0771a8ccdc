import { formatDay } from '@kirana/domain/calendar'
import { Fragment, useEffect } from 'react'
import { useTitle } from '#/lib/browser/title.ts'
import { EFFECTIVE, type Block, type Policy, type Table } from './policy.ts'

const LINK = /(https?:\/\/[^\s,;]+[^\s,;.]|[\w.+-]+@(?:[\w-]+\.)+[\w-]+)/
const anchorOf = (title: string) => title.toLowerCase().replace(/[^a-z\d]+/g, '-')
const linkClass = 'font-medium text-brand underline underline-offset-2'

/** Renders text with its mail and web addresses as links. The rest is never parsed as markup. */
const Text = ({ children }: { children: string }) =>
  children.split(LINK).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <a key={index} className={linkClass} href={part.includes('@') ? `mailto:${part}` : part}>
        {part}
      </a>
    ),
  )

/** On a phone every row is a small card, so that nothing scrolls sideways. */
const Facts = ({ head, rows }: Table) => (
  <table role="table" className="w-full text-sm max-md:block print:text-xs">
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row">
        {head.map((title) => (
          <th
            key={title}
            role="columnheader"
            scope="col"
            className="border-b border-line-strong py-2 pr-4 text-left font-semibold"
          >
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup" className="max-md:block">
      {rows.map((cells) => (
        <tr
          key={cells[0]}
          role="row"
          className="break-inside-avoid max-md:block max-md:border-b max-md:border-line max-md:py-3"
        >
          {cells.map((cell, index) => (
            <td
              key={head[index]}
              role="cell"
              data-label={head[index]}
              className="border-line py-2 pr-4 align-top first:font-medium max-md:block max-md:py-0.5 max-md:pr-0 md:border-b max-md:not-first:before:block max-md:not-first:before:pt-1 max-md:not-first:before:text-xs max-md:not-first:before:text-muted max-md:not-first:before:content-[attr(data-label)]"
            >
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

function Part({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <Text>{block}</Text>
      </p>
    )
  if ('head' in block) return <Facts {...block} />
  return (
    <ul className="list-disc space-y-1.5 pl-5 marker:text-muted">
      {block.map((item) => (
        <li key={item} className="pl-1">
          <Text>{item}</Text>
        </li>
      ))}
    </ul>
  )
}

/** One document: title, date, table of contents and numbered sections with anchors. */
export function PolicyText({ policy }: { policy: Policy }) {
  useTitle(policy.title)
  // Scrolls to the anchor. The browser could not, because the text renders after navigation.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  const sections = policy.sections.map((section, index) => ({
    ...section,
    anchor: anchorOf(section.title),
    heading: `${index + 1}. ${section.title}`,
  }))
  return (
    <article className="leading-relaxed break-words">
      <h2 className="text-xl font-semibold tracking-tight">{policy.title}</h2>
      <p className="mt-1 text-sm text-muted">
        Effective from <time dateTime={EFFECTIVE}>{formatDay(EFFECTIVE)}</time>
      </p>
      <p className="mt-4">{policy.intro}</p>
      <nav aria-labelledby="contents" className="mt-6 rounded-control bg-sunken px-4 py-3 print:hidden">
        <p id="contents" className="text-sm font-semibold">
          Contents
        </p>
        <ol className="mt-1 gap-x-6 text-sm sm:columns-2">
          {sections.map(({ anchor, heading }) => (
            <li key={anchor} className="break-inside-avoid">
              <a href={`#${anchor}`} className="block py-1 hover:underline coarse:py-2.5">
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {sections.map(({ anchor, heading, blocks }) => (
        <section key={anchor} aria-labelledby={anchor} className="mt-8">
          <h3 id={anchor} tabIndex={-1} className="scroll-mt-6 text-base font-semibold break-after-avoid">
            {heading}
          </h3>
          <div className="mt-2 space-y-3">
            {blocks.map((block, index) => (
              <Part key={index} block={block} />
            ))}
          </div>
        </section>
      ))}
    </article>
  )
}
