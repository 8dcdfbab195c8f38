import { defineConfig } from "prisma/config";

/** For Prisma's own command line; the product itself never reads this file. */
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
