import { createFileRoute, Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { asText } from '#/lib/address.ts'
import { PageHeader } from '#/components/shell/page-header.tsx'
import { buttonVariants } from '#/ui/button.tsx'
import { ProductForm } from '../-products/form.tsx'

export const Route = createFileRoute('/admin/product/add')({
  // Id of the product created in step 1: a reload resumes with it.
  validateSearch: (address: Record<string, unknown>) => ({ id: asText(address.id) }),
  component: AddProduct,
})

function AddProduct() {
  const { id } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [form, setForm] = useState({ id, address: id, number: 0 })
  // Another id resets the form, unless it is the product that this form has just created.
  if (form.address !== id)
    setForm({ id, address: id, number: form.id === id ? form.number : form.number + 1 })
  return (
    <>
      <PageHeader title="Add Product">
        {id !== '' && (
          <Link
            to="/admin/product/add"
            search={{ id: '' }}
            className={buttonVariants({ variant: 'outline' })}
          >
            Add another product
          </Link>
        )}
      </PageHeader>
      <p
        role="note"
        className="mb-4 flex items-start gap-3 rounded-card bg-warn-soft px-4 py-3 text-sm text-warn"
      >
        <TriangleAlert aria-hidden size={18} className="mt-px shrink-0" />
        Do not refresh the page midway: what is not saved yet would be lost.
      </p>
      <ProductForm
        key={form.number}
        screen="add"
        productId={form.id}
        onAdded={(added) => {
          setForm({ ...form, id: added })
          void navigate({ search: { id: added }, replace: true, ignoreBlocker: true })
        }}
      />
    </>
  )
}
