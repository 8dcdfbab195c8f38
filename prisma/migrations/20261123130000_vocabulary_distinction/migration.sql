-- CreateTable
CREATE TABLE "vocabulary_distinction" (
    "field" "vocabulary_field" NOT NULL,
    "name" TEXT NOT NULL,
    "other_name" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "vocabulary_distinction_pkey" PRIMARY KEY ("field","name","other_name")
);
