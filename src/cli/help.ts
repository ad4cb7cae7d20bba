import { ROLES } from '#src/contract/statuses.ts'

const PROGRAM = Bun.isStandaloneExecutable ? 'portal' : 'bun src/index.ts'
/** When the portal runs from source, Bun reads .env by itself. */
const SETTINGS = Bun.isStandaloneExecutable ? '' : 'lines of .env here, '

/** What the program can do, in one screen. */
export const HELP = `${PROGRAM} [--env FILE] [COMMAND] [OPTIONS]

  serve      starts the server; so does no command at all
  admin      creates, changes, disables and enables accounts
             --email ADDRESS [--password-stdin | --password PASSWORD] [--role ${ROLES.join('|')}]
             [--club NAME --name NAME --mobile NUMBER] [--disable | --enable]
  check      verifies every rule of the store, and names each row that breaks one
  backup     copies the store to a file while the server runs:  [--to FOLDER] [--keep NUMBER]
  restore    fills the store from a backup:  --from FILE [--replace] [--quarantine]
  move       copies the store into MongoDB, or back:  --to mongodb|embedded
  health     exits with 0 if the server on this machine is ready
  version    prints the version
  help       prints this text

Settings are environment variables, ${SETTINGS}or lines of the FILE that --env names:

  PORT, HOST        where the server listens (3000, 0.0.0.0)
  DATA_DIR          the folder of everything that it keeps (./data)
  PUBLIC_URL        the address that people type
  SMTP_URL          the mail server; without it mails are files in DATA_DIR/outbox
  MONGODB_URL       MongoDB instead of the embedded store; REDIS_URL joins several instances

The file .env.example and docs/configuration.md of the source explain all settings.`
