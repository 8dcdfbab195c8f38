-- Values of their own transaction: they can't be used before it is committed.
ALTER TYPE "total_period" ADD VALUE 'week';
ALTER TYPE "total_period" ADD VALUE 'year';
