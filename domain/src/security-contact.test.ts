import { expect, test } from 'vitest'
import { mailAddress, securityContact } from './security-contact.ts'

test.each([
  ['https://kirana.example', '', 'security@kirana.example'],
  ['http://shop.kirana.example:8080/path?x=1', 'care@kirana.example', 'security@shop.kirana.example'],
  ['kirana.example', '', 'security@kirana.example'],
  [' www.Kirana.example/ ', '', 'security@kirana.example'],
  ['https://किराना.भारत', '', 'security@xn--11b2bxa0dbc.xn--h2brj9c'],
  ['', ' care@kirana.example ', 'care@kirana.example'],
  ['javascript:alert(1)', 'care@kirana.example', 'care@kirana.example'],
  ['data:text/html,<script>', 'care@kirana.example', 'care@kirana.example'],
  ['ftp://kirana.example', 'care@kirana.example', 'care@kirana.example'],
  ['http://127.0.0.1:4100', 'care@kirana.example', 'care@kirana.example'],
  ['http://localhost', 'care@kirana.example', 'care@kirana.example'],
  ['https://kirana.example@evil.example', 'care@kirana.example', 'care@kirana.example'],
  ['no address', 'care@kirana.example', 'care@kirana.example'],
  ['https://good.example\n\nContact: evil@bad.example', 'care@kirana.example', 'care@kirana.example'],
  ['', 'care@kirana.example\nContact: evil@bad.example', ''],
  ['', '<img src=x onerror=alert(1)>@x.in', ''],
  ['', 'care', ''],
  ['', '', ''],
])('for the website %j and the e-mail address %j it is %j', (website, email, contact) => {
  expect(securityContact({ website, email })).toBe(contact)
})

test.each(['a@b', 'a b@c.in', 'a@b..in', 'a@c.in?subject=x', '"a"@c.in'])(
  '%j is not an e-mail address',
  (text) => {
    expect(mailAddress(text)).toBe('')
  },
)
