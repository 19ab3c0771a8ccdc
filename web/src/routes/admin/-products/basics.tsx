import { ALL_FIELDS_REQUIRED } from '@kirana/domain/texts'
import { productLabels, products, type Product } from '@kirana/contract/products'
import { useId, type FormEvent } from 'react'
import type { DefaultValues } from 'react-hook-form'
import { reloadAll, useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { Form, SharedMessage } from '#/components/forms/form.tsx'
import { useQuestions } from '#/components/forms/questions.tsx'
import { storesDrafts } from '#/components/forms/draft-store.ts'
import { useEditing } from '#/components/forms/editing.ts'
import { EditingNotes } from '#/components/forms/editing-notes.tsx'
import { lazyComponent } from '#/components/feedback/lazy-component.tsx'
import { LeaveGuard } from '#/components/forms/leave-guard.tsx'
import { Button } from '#/ui/button.tsx'
import { FlagField, TextArea, TextField } from '#/components/forms/fields.tsx'
import { countries } from './countries.ts'
import { loadNames, shown } from './compared.ts'
import { basics, productReads, type Basics, type ProductScreen } from './schema.ts'
import { CategoryPathFields } from './category-path-fields.tsx'
import { ProductTax, ratesOf } from './tax.tsx'
import { rateDoubt } from '../-lists/tax-rates.tsx'

/** Loaded separately, because the autocomplete is as large as the rest of the form. */
const KeywordField = lazyComponent(async () => (await import('./keywords.tsx')).KeywordField)

type Props = {
  screen: ProductScreen
  product: Product | undefined
  productId: string
  onAdded: (productId: string) => void
}

/** `isActive` starts as true in every edit (specification, section 4). */
const valuesOf = (product: Product | undefined): DefaultValues<Basics> => ({
  title: product?.title ?? '',
  subTitle: product?.subTitle ?? '',
  description: product?.description ?? '',
  section: product?.section ?? '',
  catagory: product?.catagory ?? '',
  subcategory: product?.subcategory ?? '',
  keyward: product?.keyward ?? [],
  mktBy: product?.mktBy ?? '',
  mktDate: product?.mktDate ?? '',
  expDate: product?.expDate ?? '',
  origin: product?.origin ?? '',
  loyaltyPoint: product?.loyaltyPoint ?? '',
  hsn: product?.hsn ?? '',
  gstRate: product?.gstRate ?? '',
  gstFrom: '',
  zeroKind: product?.zeroKind ?? 'nil',
  isActive: 'true',
})

/** Step 1: creates the product; updates it once it exists. */
export function ProductBasics({ screen, product, productId, onAdded }: Props) {
  const add = useWrite(products.add, { reload: [products.list], onDone: ({ _id }) => onAdded(_id) })
  const edit = useWrite(products.edit, {
    reload: productReads,
    onError: () => void reloadAll(productReads),
  })
  const form = useFields<Basics>(basics, valuesOf(product))
  const editing = useEditing(form, productLabels, {
    compared: { record: product, show: shown },
    draft: productId || 'new product',
  })
  const questions = useQuestions(form, {
    doubtOf: ({ gstRate }) => rateDoubt(gstRate, ratesOf(product)),
    flags:
      screen === 'edit' && product ? [{ name: 'isActive', now: product.isActive, means: 'enabled' }] : [],
  })
  const origins = useId()
  const { isDirty, isSubmitting, dirtyFields } = form.formState
  const submit = form.handleSubmit(async (checked) => {
    const confirmed = await questions.confirm(checked)
    if (confirmed === null) return
    const { isActive, ...sent } = confirmed
    const body = { ...sent, category: sent.catagory }
    // Since the form was opened another rate may have started, which the unchanged one would replace.
    if (!dirtyFields.gstRate && !dirtyFields.gstFrom) body.gstRate = ''
    const flag = screen === 'edit' ? { isActive } : {}
    try {
      const { data } = await editing.save(
        (version) =>
          productId === ''
            ? add.sendAsync({ body })
            : edit.sendAsync({ body: { ...body, ...flag, productId, version } }),
        loadNames,
      )
      form.reset({ ...sent, isActive }, { keepValues: true })
      editing.saved(data.version)
    } catch {
      // useWrite has shown the error; keep the values for another attempt.
    }
  })
  // Browsers report an incomplete date as empty, which would be saved.
  const checkDateAndSubmit = (event: FormEvent<HTMLFormElement>) => {
    const date = event.currentTarget.elements.namedItem('mktDate')
    const isIncomplete = date instanceof HTMLInputElement && date.validity.badInput
    if (!isIncomplete) return void submit(event)
    event.preventDefault()
    form.setError('mktDate', { message: 'Manufacture date is not a date' }, { shouldFocus: true })
  }
  return (
    <Form
      form={form}
      labels={productLabels}
      sharedMessage={ALL_FIELDS_REQUIRED}
      className="flex flex-col gap-5"
      onChange={questions.onChange}
      onSubmit={checkDateAndSubmit}
    >
      {questions.dialog}
      <LeaveGuard isDirty={isDirty} isDraft={storesDrafts} />
      <EditingNotes editing={editing} busy={isSubmitting} />
      <SharedMessage />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="title" />
        <TextField name="subTitle" />
        <TextArea name="description" rows={6} className="md:col-span-2" />
      </div>
      <div className="grid gap-4 md:grid-cols-3">
        <CategoryPathFields form={form} saved={product} />
      </div>
      <KeywordField form={form} fallback={<div className="skeleton h-15" />} />
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        <TextField name="mktBy" />
        <TextField name="mktDate" type="date" />
        <TextField name="expDate" placeholder="Best before 6 months" hint="A date or free text" />
        <TextField name="origin" list={origins} />
        <datalist id={origins}>
          {countries.map((country) => (
            <option key={country} value={country} />
          ))}
        </datalist>
        <TextField name="loyaltyPoint" inputMode="numeric" hint="Coins per unit delivered" />
        {screen === 'edit' && product && (
          <FlagField
            name="isActive"
            words={['Enable', 'Disable']}
            now={product.isActive ? 'Enabled' : 'Disabled'}
          />
        )}
      </div>
      <ProductTax form={form} product={product} />
      <Button type="submit" busy={isSubmitting} className="self-end max-sm:w-full">
        {screen === 'add' ? 'Save & Continue' : 'Save'}
      </Button>
    </Form>
  )
}
