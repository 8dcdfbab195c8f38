-- CreateTable
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "owner_id" TEXT,
    "private_to" TEXT,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "is_team_default" BOOLEAN,
    "created_at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_view_team_default_is_the_teams" CHECK ("is_team_default" IS NULL OR "private_to" IS NULL)
);

-- CreateTable
CREATE TABLE "default_view" (
    "user_id" TEXT NOT NULL,
    "view_id" UUID NOT NULL,

    CONSTRAINT "default_view_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_is_team_default_key" ON "saved_view"("is_team_default");

-- CreateIndex
CREATE INDEX "saved_view_owner_id_idx" ON "saved_view"("owner_id");

-- Among the team's views, where "private_to" is null, a name stands once as well.
CREATE UNIQUE INDEX "saved_view_private_to_name_key" ON "saved_view"("private_to", "name") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "default_view_view_id_idx" ON "default_view"("view_id");

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_private_to_fkey" FOREIGN KEY ("private_to") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "default_view" ADD CONSTRAINT "default_view_view_id_fkey" FOREIGN KEY ("view_id") REFERENCES "saved_view"("id") ON DELETE CASCADE ON UPDATE CASCADE;
