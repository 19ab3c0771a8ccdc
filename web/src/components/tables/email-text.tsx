/** An email address that wraps after the @ first. */
export function EmailText({ email }: { email: string }) {
  const host = email.lastIndexOf('@') + 1
  return (
    <span className="wrap-anywhere">
      {email.slice(0, host)}
      <wbr />
      {email.slice(host)}
    </span>
  )
}
