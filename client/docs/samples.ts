export type Values = { origin: string; email: string; password: string }

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const
export type Language = (typeof LANGUAGES)[number]

/** The code of the three calls in their order. Joined, they are one program. */
export type Calls = [signIn: string, readList: string, placeOrder: string]

const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** A string of JSON is also one of TypeScript and of Python. */
const quote = (text: string) => JSON.stringify(text)

const curl = ({ origin, email, password }: Values): Calls => [
  `BASE=${quoteForShell(origin)}
SIGNED_IN=$(curl -sS --fail-with-body "$BASE/users/login" \\
  -H 'Content-Type: application/json' \\
  -d ${quoteForShell(JSON.stringify({ email, password }))})
printf '%s\\n' "$SIGNED_IN"
TOKEN=$(printf '%s' "$SIGNED_IN" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
CLUB=$(printf '%s' "$SIGNED_IN" | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`,
  `ITEMS=$(curl -sS --fail-with-body "$BASE/inventorys/inventory/user" \\
  -H "Authorization: Bearer $TOKEN")
printf '%s\\n' "$ITEMS"
ITEM=$(printf '%s' "$ITEMS" | sed 's/^[^}]*"_id":"\\([^"]*\\)".*/\\1/')`,
  `KEY="first-order-$(date +%s)-$$" # keep it to repeat this order safely
curl -sS --fail-with-body "$BASE/cart/add-items" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: $KEY" \\
  -d "{\\"userId\\":\\"$CLUB\\",\\"items\\":[{\\"item_id\\":\\"$ITEM\\",\\"ordered_quantity\\":1}]}"`,
]

const typescript = ({ origin, email, password }: Values): Calls => [
  `const base = ${quote(origin)}

async function call(path: string, options: RequestInit = {}) {
  const response = await fetch(base + path, options)
  const body = await response.json()
  if (!response.ok) throw new Error(\`\${body.code}: \${body.message}\`)
  return body
}

const { token, user } = await call('/users/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    email: ${quote(email)},
    password: ${quote(password)},
  }),
})
console.log('Signed in as', user.clubName)`,
  `const items = await call('/inventorys/inventory/user', {
  headers: { authorization: \`Bearer \${token}\` },
})
console.log(items)`,
  `const key = crypto.randomUUID() // keep it to repeat this order safely
const order = await call('/cart/add-items', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${token}\`,
    'content-type': 'application/json',
    'idempotency-key': key,
  },
  body: JSON.stringify({
    userId: user.id,
    items: [{ item_id: items[0]._id, ordered_quantity: 1 }],
  }),
})
console.log(order.message)`,
]

const python = ({ origin, email, password }: Values): Calls => [
  `import json, urllib.request, uuid

BASE = ${quote(origin)}

def call(path, body=None, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(BASE + path, data, headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)

signed_in = call("/users/login", {
    "email": ${quote(email)},
    "password": ${quote(password)},
})
print("Signed in as", signed_in["user"]["clubName"])`,
  `bearer = "Bearer " + signed_in["token"]
items = call("/inventorys/inventory/user", Authorization=bearer)
print(items)`,
  `key = str(uuid.uuid4())  # keep it to repeat this order safely
order = call("/cart/add-items", {
    "userId": signed_in["user"]["id"],
    "items": [{"item_id": items[0]["_id"], "ordered_quantity": 1}],
}, Authorization=bearer, Idempotency_Key=key)
print(order["message"])`,
]

const WRITERS: Record<Language, (values: Values) => Calls> = {
  curl,
  TypeScript: typescript,
  Python: python,
}

export const writeCalls = (language: Language, values: Values): Calls => WRITERS[language](values)
