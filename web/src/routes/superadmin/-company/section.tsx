import { createContext, type MouseEvent, type ReactNode, use } from 'react'
import { Button } from '#/ui/button.tsx'

/** The function of the surrounding form that saves fields by name. */
export const SectionSaving = createContext({ save: (_names: string[]) => {}, busy: false })

/** The names of the fields in the same section as a button. */
const namesBeside = ({ currentTarget }: MouseEvent) =>
  Array.from(
    currentTarget.closest('section')?.querySelectorAll('[name]') ?? [],
    (field) => field.getAttribute('name') ?? '',
  )

type Props = { title: string; isWide?: boolean; children: ReactNode }

/** A section of settings with its own Save. */
export function Section({ title, isWide = false, children }: Props) {
  const { save, busy } = use(SectionSaving)
  return (
    <section
      aria-label={title}
      className={`grid gap-4 border-line p-5 not-first:border-t ${isWide ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}
    >
      <div className="col-span-full flex items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <Button
          variant="outline"
          size="small"
          aria-label={`Save ${title}`}
          disabled={busy}
          onClick={(event) => save(namesBeside(event))}
        >
          Save
        </Button>
      </div>
      {children}
    </section>
  )
}
