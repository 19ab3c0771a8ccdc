import { X } from 'lucide-react'
import { IconButton } from '#/ui/button.tsx'
import { cellPadding, ScrollTable } from '../-lists/scroll-table.tsx'

export type PictureRow = {
  file: File
  /** The title of the product that the picture goes to; '' if there is none. */
  product: string
  /** Why it is not added; '' if nothing prevents it. */
  problem: string
}

type Props = {
  /** What the rows are: 'What will happen', 'Not added'. */
  name: string
  rows: readonly PictureRow[]
  onRemove?: (file: File) => void
}

const cell = `${cellPadding} wrap-anywhere`
const heads = [{ text: 'Picture' }, { text: 'Product' }]

/** Pictures with the product that each goes to, or why it goes to none. */
export const PictureList = ({ name, rows, onRemove }: Props) => (
  <ScrollTable name={name} heads={onRemove ? [...heads, { text: 'Remove', isHidden: true }] : heads}>
    {rows.map(({ file, product, problem }) => (
      <tr key={`${file.name} ${file.size} ${file.lastModified}`} className="align-top">
        <td className={cell}>{file.name}</td>
        <td className={cell}>
          {product && <p className="font-medium">{product}</p>}
          {problem && <p className="text-bad">{problem}</p>}
        </td>
        {onRemove && (
          <td className="w-0 p-0.5">
            <IconButton label={`Remove ${file.name}`} size="iconSmall" onClick={() => onRemove(file)}>
              <X aria-hidden />
            </IconButton>
          </td>
        )}
      </tr>
    ))}
  </ScrollTable>
)
