-- Which journal numbers its deliveries under which node, so that no two journals share one.
CREATE TABLE "journal_node" (
    "node" SMALLINT NOT NULL,
    "journal" UUID NOT NULL,
    "leased_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "journal_node_pkey" PRIMARY KEY ("node")
);

CREATE UNIQUE INDEX "journal_node_journal_key" ON "journal_node"("journal");
