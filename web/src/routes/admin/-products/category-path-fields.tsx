import { categories } from '@kirana/contract/categories'
import type { Product } from '@kirana/contract/products'
import { sections } from '@kirana/contract/sections'
import { subcategories } from '@kirana/contract/subcategories'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { messageOf, read } from '#/lib/api.ts'
import { noneYet, onReturn } from '#/components/forms/none-yet.tsx'
import { ErrorLine } from '#/components/feedback/states.tsx'
import { SelectField } from '#/components/forms/fields.tsx'
import { choicesOf } from '../-lists/choices.ts'
import type { Basics } from './schema.ts'

type Props = { form: UseFormReturn<Basics>; saved: Product | undefined }
type Placed = 'section' | 'catagory' | 'subcategory'

/** Section, category and subcategory selects: changing one clears those below it. */
export function CategoryPathFields({ form, saved }: Props) {
  const [section, category, subcategory] = form.watch(['section', 'catagory', 'subcategory'])
  const sectionList = useQuery({ ...read(sections.list, {}), ...onReturn })
  const categoryList = useQuery({
    ...read(categories.list, { query: { sectionId: section, isGetAll: 'true' } }),
    ...onReturn,
    enabled: section !== '',
  })
  const subcategoryList = useQuery({
    ...read(subcategories.list, { query: { categoryId: category } }),
    ...onReturn,
    enabled: category !== '',
  })
  const failed = [sectionList, categoryList, subcategoryList].find(({ isError }) => isError)
  const categoryName = categoryList.data?.find(({ _id }) => _id === category)?.name ?? ''
  const choose = (chosen: Partial<Record<Placed, string>>) => {
    for (const [name, value] of Object.entries(chosen))
      form.setValue(name as Placed, value, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
  }
  return (
    <>
      {failed?.error && (
        <div className="overflow-hidden rounded-control md:col-span-full">
          <ErrorLine message={messageOf(failed.error)} onRetry={() => void failed.refetch()} />
        </div>
      )}
      <SelectField
        name="section"
        placeholder="Select Section"
        choices={choicesOf(sectionList.data, section)}
        hint={noneYet({ what: 'sections', options: sectionList.data, to: '/admin/catagories' })}
        value={section}
        onChange={({ target }) => choose({ section: target.value, catagory: '', subcategory: '' })}
      />
      <SelectField
        name="catagory"
        placeholder={section ? 'Select Category' : 'Choose the section first'}
        choices={choicesOf(categoryList.data, category, saved?.catagory)}
        hint={
          section !== '' &&
          noneYet({ what: 'categories', options: categoryList.data, to: '/admin/catagories' })
        }
        value={category}
        onChange={({ target }) => choose({ catagory: target.value, subcategory: '' })}
      />
      <SelectField
        name="subcategory"
        placeholder={category ? 'Select Subcategory' : 'Choose the category first'}
        choices={choicesOf(subcategoryList.data, subcategory, saved?.subcategory)}
        hint={
          category !== '' &&
          noneYet({
            what: 'subcategories',
            options: subcategoryList.data,
            to: `/admin/subcategory/${category}/${encodeURIComponent(categoryName)}`,
          })
        }
        value={subcategory}
        onChange={({ target }) => choose({ subcategory: target.value })}
      />
    </>
  )
}
