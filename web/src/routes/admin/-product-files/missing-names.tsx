import { categories } from '@kirana/contract/categories'
import { keywords } from '@kirana/contract/keywords'
import type { MissingName } from '@kirana/contract/product-files'
import { sections } from '@kirana/contract/sections'
import { subcategories } from '@kirana/contract/subcategories'
import { useMutation } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { call, markAllStale, messageOf, reloadAll } from '#/lib/api.ts'
import { counted } from '#/lib/format.ts'
import { notify } from '#/lib/notify.ts'
import { Button } from '#/ui/button.tsx'
import { pictureOfName } from './name-picture.ts'

type Kind = MissingName['kind']
const plurals: Record<Kind, string> = {
  section: 'sections',
  category: 'categories',
  subcategory: 'subcategories',
  keyward: 'keywards',
}
const kinds: readonly Kind[] = ['section', 'category', 'subcategory', 'keyward']
/** Maximum names listed per kind; further ones are only counted. */
const MAX_LISTED = 12

type Row = { _id: string; name: string }

/**
 * The id of the row with this name.
 * @throws Error if there is none, because another user has deleted it
 */
function idOf(rows: readonly Row[], name = '') {
  const row = rows.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!row) throw new Error(`${name} was not found. Check the file again`)
  return row._id
}

/** Creates the names with the same calls as their screens. Categories and subcategories get a plain picture. */
async function addNames(missing: readonly MissingName[]) {
  const pathsOf = (kind: Kind) => missing.flatMap((name) => (name.kind === kind ? [name.path] : []))
  for (const [name = ''] of pathsOf('section')) await call(sections.add, { params: { name } })
  const allSections = (await call(sections.list, {})).data
  for (const [section, name = ''] of pathsOf('category')) {
    const body = { name, sectionId: idOf(allSections, section) }
    await call(categories.add, { body, files: [await pictureOfName(name)] })
  }
  const allCategories = (await call(categories.list, { query: { isGetAll: true } })).data
  for (const [section, category, name = ''] of pathsOf('subcategory')) {
    const sectionId = idOf(allSections, section)
    const siblings = allCategories.filter((row) => row.sectionId === sectionId)
    const body = { name, categoryId: idOf(siblings, category) }
    await call(subcategories.add, { body, files: [await pictureOfName(name)] })
  }
  for (const [name = ''] of pathsOf('keyward')) await call(keywords.add, { body: { name, desc: '' } })
}

/** 'Basmati in Rice in Staples, Toor in Dal in Staples'. */
const listed = (names: readonly MissingName[]) => {
  const shown = names.slice(0, MAX_LISTED).map(({ path }) => path.toReversed().join(' in '))
  return `${shown.join(', ')}${names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : ''}`
}

type Props = {
  missing: readonly MissingName[]
  isLocked: boolean
  onBusy: (isBusy: boolean) => void
  /** Compares the file with the store again. Also called after a failure, because some names may have been added. */
  onChange: () => void
}

/** Asks whether to create the names of a file that the store lacks. */
export function MissingNames({ missing, isLocked, onBusy, onChange }: Props) {
  const add = useMutation({
    mutationFn: () => addNames(missing),
    onMutate: () => onBusy(true),
    onError: (error) => notify('failure', messageOf(error)),
    onSettled: async () => {
      markAllStale()
      await reloadAll([sections.list, categories.list, subcategories.list, keywords.list])
      onBusy(false)
      onChange()
    },
  })
  const groups = kinds.flatMap((kind) => {
    const names = missing.filter((name) => name.kind === kind)
    return names.length === 0 ? [] : [{ kind, names, text: counted(names.length, kind, plurals[kind]) }]
  })
  const counts = groups.map(({ text }) => text)
  const withPictures = groups.some(({ kind }) => kind === 'category' || kind === 'subcategory')
  return (
    <section aria-label="Names that do not exist yet" className="rounded-control bg-info-soft p-3 text-info">
      <p>These names do not exist yet:</p>
      <ul className="mt-1 list-disc pl-5">
        {groups.map(({ kind, names, text }) => (
          <li key={kind} className="wrap-anywhere">
            {text}: {listed(names)}
          </li>
        ))}
      </ul>
      {withPictures && (
        <p className="mt-1">Each new category and subcategory gets its first letter as its picture.</p>
      )}
      <Button
        variant="outline"
        size="small"
        className="mt-2"
        busy={add.isPending}
        disabled={isLocked}
        onClick={() => add.mutate()}
      >
        <FolderPlus aria-hidden />
        Create {new Intl.ListFormat('en-IN').format(counts)}
      </Button>
    </section>
  )
}
