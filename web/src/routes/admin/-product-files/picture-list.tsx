import { X } from 'lucide-react'
import { IconButton } from '#/ui/button.tsx'
import { cellPadding, ScrollTable } from '../-lists/scroll-table.tsx'

export type PictureRow = {
  file: File
  /** The title of the picture's product; '' if there is none. */
  product: string
  /** Why the picture is not added; '' if it can be added. */
  problem: string
}

type Props = {
  /** Name of the list: 'What will happen', 'Not added'. */
  name: string
  rows: readonly PictureRow[]
  onRemove?: (file: File) => void
}

const cell = `${cellPadding} wrap-anywhere`
const heads = [{ text: 'Picture' }, { text: 'Product' }]

/** Pictures with their product, or the reason why they are not added. */
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
