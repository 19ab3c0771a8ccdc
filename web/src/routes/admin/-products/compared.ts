import { categories } from '@kirana/contract/categories'
import { keywords } from '@kirana/contract/keywords'
import { sections } from '@kirana/contract/sections'
import { subcategories } from '@kirana/contract/subcategories'
import { queryClient, read } from '#/lib/api.ts'
import { flagWords } from '#/components/forms/stale.ts'

const sectionNames = read(sections.list, {})
const categoryNames = read(categories.list, { query: { isGetAll: 'true' } })
const subcategoryNames = read(subcategories.list, { query: {} })
const keywordNames = read(keywords.list, {})

/** Loads the names of records that a product references by id. Call it before a comparison is shown. */
export const loadNames = () =>
  Promise.allSettled([
    queryClient.ensureQueryData(sectionNames),
    queryClient.ensureQueryData(categoryNames),
    queryClient.ensureQueryData(subcategoryNames),
    queryClient.ensureQueryData(keywordNames),
  ])

type Named = readonly { _id: string; name: string }[]
const namesIn = (list: () => Named | undefined) => (value: unknown) =>
  [value]
    .flat()
    .filter((id) => id !== '')
    .map((id) => list()?.find(({ _id }) => _id === id)?.name ?? 'Not found')
    .join(', ')

/** How a comparison shows the fields of step 1. */
export const shown = {
  section: namesIn(() => queryClient.getQueryData(sectionNames.queryKey)),
  catagory: namesIn(() => queryClient.getQueryData(categoryNames.queryKey)),
  subcategory: namesIn(() => queryClient.getQueryData(subcategoryNames.queryKey)),
  keyward: namesIn(() => queryClient.getQueryData(keywordNames.queryKey)),
  isActive: flagWords(['Enabled', 'Disabled']),
}
