/**
 * What others may import of each room of `lib`, by its path there: a short list, with much behind it.
 * Everything else is free to change. A file is added here only when something outside can't do without.
 */
export const publicFiles: Record<string, string[]> = {
  "lib/access": [
    "gate/gate",
    "gate/route",
    "gate/serve",
    "gate/strangers",
    "members/actions",
    "members/invitations",
    "members/load",
    "members/members",
    "sessions/auth",
    "sessions/request-origin",
    "sessions/session-watch",
    "sessions/sign-in",
    "views"
  ],
  "lib/audio": [
    "actions",
    "custody/start-custody",
    "custody/verify-sounds",
    "kept/check-sound",
    "kept/get-sound",
    "kept/keep-sounds",
    "kept/queue-sounds",
    "kept/quota",
    "kept/views",
    "load",
    "open-attachment",
    "serve-audio",
    "source/place-part",
    "store/disk-store",
    "store/sound-store",
    "zip/pack-audio"
  ],
  "lib/audit": [
    "audit-log",
    "load",
    "views"
  ],
  "lib/backup": [
    "copy-database",
    "restore-backup",
    "write-backup"
  ],
  "lib/calling-service": [
    "actions",
    "connection",
    "load",
    "request-token"
  ],
  "lib/campaigns": [
    "load",
    "views"
  ],
  "lib/coverage": [
    "actions",
    "listening-period",
    "load",
    "views",
    "gaps",
    "silences",
    "sql"
  ],
  "lib/customers": [
    "list-customers",
    "load",
    "views"
  ],
  "lib/export": [
    "export-recordings",
    "parse-export"
  ],
  "lib/gateway": [
    "answer-request",
    "connection-room"
  ],
  "lib/heard": [
    "load",
    "queries",
    "store",
    "views"
  ],
  "lib/intake": [
    "actions",
    "deliveries/filter/delivery-filter",
    "deliveries/get-delivery",
    "deliveries/is-whole-body",
    "deliveries/visible-text",
    "drain/drain-batch",
    "drain/shadow-schema",
    "first-contact/get-first-contact",
    "heartbeat/heartbeat",
    "journal/database-journal",
    "journal/journal",
    "journal/journal-entry",
    "journal/open-journal",
    "journal/sequence",
    "load",
    "readiness/readiness",
    "reread/store",
    "secrets/check/known-secrets",
    "secrets/check/secret-hashes",
    "secrets/check/wrong-secret-tally",
    "secrets/sample-secrets",
    "secrets/schema",
    "secrets/store",
    "secrets/sync-secrets",
    "secrets/webhook-url",
    "start-intake",
    "start-worker",
    "store/delivery-days",
    "store/packed-body",
    "store/record-outcome",
    "views/views",
    "webhook/accept-delivery"
  ],
  "lib/language": [
    "request-locale",
    "texts",
    "translate-stored"
  ],
  "lib/list": [
    "list-page",
    "list-sql"
  ],
  "lib/notes": [
    "actions",
    "load",
    "queries",
    "start-tidying",
    "views",
    "written-text"
  ],
  "lib/ops": [
    "log",
    "loop",
    "task-lease"
  ],
  "lib/platform": [
    "database/db",
    "database/transaction",
    "files/claim",
    "files/data-directory",
    "files/kernel-send",
    "migrations/migrate",
    "migrations/write-migration",
    "postgres/embedded-postgres",
    "postgres/former-postgres",
    "postgres/postgres-cluster",
    "postgres/postgres-process",
    "postgres/private-postgres",
    "answer",
    "faults",
    "process/child-process",
    "process/event-clock",
    "process/give-way",
    "process/process-wide",
    "process/topic",
    "settings/budgets",
    "settings/env",
    "settings/secret"
  ],
  "lib/recordings": [
    "counts/build-totals-where",
    "counts/count-marks",
    "counts/facets",
    "counts/figures",
    "counts/read-totals",
    "counts/timeline",
    "counts/timeline-units",
    "detail/compare-records",
    "detail/get-recording",
    "detail/read-extra",
    "filter/filter",
    "filter/filter-url",
    "filter/resolve-dates",
    "filter/last-visit",
    "filter/list-columns",
    "filter/parse-table-view",
    "filter/read-search",
    "filter/relative-days",
    "filter/split-search",
    "ledger/correct-records",
    "ledger/read-signs",
    "ledger/remove-recordings",
    "ledger/store-records",
    "ledger/take-retry",
    "ledger/versions/arrived-record",
    "ledger/versions/hash-record",
    "ledger/versions/ledger-form",
    "live/change-broadcaster",
    "live/notify-changes",
    "live/stream-changes",
    "load",
    "marks/store-marks",
    "query/list-values",
    "query/queries",
    "record/call-record",
    "record/id-segment",
    "record/recording-id",
    "record/search-hits",
    "record/search-text",
    "sql/order",
    "sql/search",
    "sql/where",
    "totals/customer-calls",
    "totals/keep-zones",
    "totals/run-totals",
    "totals/verify-counts",
    "views/views"
  ],
  "lib/rehearsal": [
    "actions",
    "load",
    "plan",
    "start-rehearsing",
    "store"
  ],
  "lib/samples": [
    "actions",
    "load",
    "samples"
  ],
  "lib/saved-views": [
    "actions",
    "load",
    "store"
  ],
  "lib/settings": [
    "calendar-day",
    "schema",
    "store",
    "time-zone"
  ],
  "lib/transcripts": [
    "actions",
    "load",
    "parse-transcript",
    "queries",
    "start-transcribing",
    "transcript-store",
    "views"
  ],
  "lib/vocabulary": [
    "actions",
    "colours",
    "load",
    "read-vocabulary",
    "store",
    "terms",
    "views"
  ]
};
