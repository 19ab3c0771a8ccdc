import { audit } from '@kirana/contract/audit'
import { company, companyLabels, companyUnits, type Company } from '@kirana/contract/company'
import { type Details, detailProblems } from '@kirana/domain/company-details'
import { isDoubtfulGstin, tidyGstin } from '@kirana/domain/gstin'
import type { ChangeEvent } from 'react'
import * as z from 'zod/mini'
import { queryClient, read, useWrite } from '#/lib/api.ts'
import { useFields } from '#/lib/form.ts'
import { Form } from '#/components/forms/form.tsx'
import { LeaveGuard } from '#/components/forms/leave-guard.tsx'
import { useQuestions } from '#/components/forms/questions.tsx'
import { storesDrafts } from '#/components/forms/draft-store.ts'
import { useEditing } from '#/components/forms/editing.ts'
import { EditingNotes } from '#/components/forms/editing-notes.tsx'
import { asText, flagWords } from '#/components/forms/stale.ts'
import { Button } from '#/ui/button.tsx'
import {
  ApprovalFields,
  CodeFields,
  CoinFields,
  CompanyFields,
  DoorFields,
  LateFields,
  LimitFields,
  type Settings,
} from './fields.tsx'
import { GSTIN_DOUBT } from './hints.tsx'
import { SectionSaving } from './section.tsx'

const units: Partial<Record<string, string>> = companyUnits
const labels = Object.fromEntries(
  Object.entries(companyLabels).map(([name, label]) => [
    name,
    units[name] === undefined ? label : `${label} (${units[name]})`,
  ]),
)
const required = flagWords(['Required', 'Not required'])
const rounded = flagWords(['Rounded', 'To the paisa'])
const shown = {
  secondPerson: required,
  doorCodeRequired: required,
  roundCash: rounded,
  roundOff: rounded,
}

/** Validates like the contract's body, but checks some rules only for changed values. */
function bodyOf({ companyName: name, email, contact, website }: Company) {
  const detail = (field: keyof Details) =>
    z.optional(
      z.string().check((context) => {
        for (const { message } of detailProblems(
          { name, email, contact, website },
          { [field]: context.value },
        ))
          context.issues.push({ code: 'custom', message, input: context.value })
      }),
    )
  return z.intersection(
    company.edit.body,
    z.object({
      companyName: detail('name'),
      email: detail('email'),
      contact: detail('contact'),
      website: detail('website'),
    }),
  )
}

/** The company's settings, prefilled. Values are kept when the server rejects them. */
export function CompanyForm({ settings }: { settings: Company }) {
  const form = useFields<Settings>(bodyOf(settings), settings)
  const saved = read(company.get, {})
  const edit = useWrite(company.edit, {
    reload: [company.get, audit.of],
    onDone: (_, { body }) => {
      const fresh = queryClient.getQueryData(saved.queryKey)
      const stored = new Map<string, unknown>(Object.entries(fresh ?? {}))
      const unsaved = Object.entries(form.getValues()).filter(
        ([name, value]) => !(name in body) && asText(value) !== asText(stored.get(name)),
      )
      form.reset(fresh)
      editing.renew(fresh)
      for (const [name, value] of unsaved) form.setValue(name as keyof Settings, value, { shouldDirty: true })
    },
  })
  const editing = useEditing(form, labels, { compared: { record: settings, show: shown }, draft: 'company' })
  const isDoubtful = ({ gstNo = '' }: Settings) => isDoubtfulGstin(tidyGstin(gstNo), settings.gstNo)
  const questions = useQuestions(form, {
    doubtOf: (values) =>
      isDoubtful(values)
        ? {
            title: 'Save this GST number?',
            description: `${GSTIN_DOUBT} It will not be printed on invoices.`,
            action: 'Save anyway',
          }
        : null,
  })
  const send = async (typed: Settings) => {
    const body = await questions.confirm(typed)
    if (body === null) return
    const saveAnyway = isDoubtful(body) && { saveAnyway: true }
    await editing
      .save((version) => edit.sendAsync({ body: { ...body, version, ...saveAnyway } }))
      .catch(() => {})
  }
  const submit = form.handleSubmit(send)
  const saveFields = async (names: string[]) => {
    if (!(await form.trigger(names as (keyof Settings)[], { shouldFocus: true }))) return
    const typed = Object.entries(form.getValues())
    await send(Object.fromEntries(typed.filter(([name]) => names.includes(name))))
  }
  // Validate on change, because the library does so only after a submit, and a section's Save is not a submit.
  const recheck = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const name = target.name as keyof Settings
    if (form.getFieldState(name, form.formState).error) void form.trigger(name)
  }
  const { isDirty, isSubmitting } = form.formState
  const fields = { form, settings }
  return (
    <Form
      form={form}
      labels={labels}
      className="card max-w-220"
      onSubmit={(event) => void submit(event)}
      onChange={recheck}
    >
      <LeaveGuard isDirty={isDirty} isDraft={storesDrafts} />
      <EditingNotes editing={editing} busy={isSubmitting || edit.isSending} className="m-5 mb-0" />
      <SectionSaving value={{ save: (names) => void saveFields(names), busy: edit.isSending }}>
        <CompanyFields {...fields} />
        <CoinFields {...fields} />
        <LimitFields />
        <ApprovalFields />
        <CodeFields />
        <LateFields />
        <DoorFields />
      </SectionSaving>
      {questions.dialog}
      <div className="flex justify-end border-t border-line px-5 py-3">
        <Button type="submit" busy={isSubmitting || edit.isSending}>
          Save Changes
        </Button>
      </div>
    </Form>
  )
}
