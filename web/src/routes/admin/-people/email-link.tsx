import type { ContactMessage } from '@kirana/contract/contact'
import { EmailText } from '#/components/tables/email-text.tsx'

/** Replies by email, with the ticket as subject. */
export const EmailLink = ({ email, ticket }: Pick<ContactMessage, 'email' | 'ticket'>) =>
  email ? (
    <a
      href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(ticket)}`}
      className="-my-2 py-2 wrap-anywhere underline decoration-line-strong underline-offset-2 hover:text-ink"
    >
      <EmailText email={email} />
    </a>
  ) : (
    <span className="text-muted">NIL</span>
  )
