import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { isKept, keepDraft, readDraft } from './draft-store.ts'
import { asText, type ComparedRecord, type Labels, useStale } from './stale.ts'

type Options<W extends FieldValues> = {
  /** The edited record. If others have changed it, the save is rejected and the form shows their changes. */
  compared?: ComparedRecord<W> | undefined
  /**
   * Stores the unsaved values in this browser as a draft of this name, such as the record's id, until they are saved or
   * discarded. Fields without a label, files, passwords, PINs and phone numbers are excluded.
   */
  draft?: string | undefined
}

/**
 * Adds two features to a form: a draft that survives a reload, and a comparison after a save that was rejected because
 * others had changed the record. `<EditingNotes>` shows both.
 */
export function useEditing<W extends FieldValues>(
  form: UseFormReturn<W>,
  labels: Labels,
  { compared, draft: name }: Options<W>,
) {
  const [restored, setRestored] = useState(() => readDraft(name))
  const [opened] = useState(compared?.record)
  /** The initial or last saved values. A draft contains the fields that differ from them. */
  const start = useRef<Record<string, unknown> | null>(null)
  const stale = useStale(form, labels, {
    compared,
    draftVersion: restored?.version,
    onTake: (field, value) => {
      if (start.current) start.current[field] = value
    },
  })
  const valueOf = (field: string): unknown => form.getValues(field as Path<W>)
  const labelled = () => Object.fromEntries(Object.keys(labels).map((field) => [field, valueOf(field)]))

  const keep = useEffectEvent(() => {
    const fields = Object.entries(labelled()).filter(
      ([field, value]) => isKept(field, value) && asText(value) !== asText(start.current?.[field]),
    )
    const draft = { at: Date.now(), version: stale.version, fields: Object.fromEntries(fields) }
    keepDraft(name, fields.length > 0 ? draft : null)
  })
  const begin = useEffectEvent(() => {
    start.current ??= labelled()
    for (const [field, value] of Object.entries(restored?.fields ?? {}))
      if (field in labels)
        form.setValue(field as Path<W>, value as PathValue<W, Path<W>>, { shouldDirty: true })
    return form.watch(() => keep()).unsubscribe
  })
  useEffect(() => begin(), [])

  /** Called when the form equals the stored record: removes the draft. */
  const settle = () => {
    start.current = labelled()
    keepDraft(name, null)
    setRestored(null)
  }
  return {
    conflict: stale.conflict,
    save: stale.save,
    /** Time of the restored draft, in ms since 1970; undefined without one. */
    restoredAt: restored?.at,
    /** Continues with the saved values if the form stays open. */
    saved: (version: number) => {
      stale.saved(version)
      settle()
    },
    /** Continues with `record` after the form was refilled from it. */
    renew: (record: ComparedRecord<W>['record']) => {
      stale.renew(record)
      settle()
    },
    discardDraft: () => {
      form.reset()
      stale.renew(opened)
      settle()
    },
    takeTheirs: () => {
      stale.takeTheirs()
      form.reset(form.getValues())
      settle()
    },
  }
}
export type Editing = Pick<
  ReturnType<typeof useEditing>,
  'conflict' | 'restoredAt' | 'discardDraft' | 'takeTheirs'
>
