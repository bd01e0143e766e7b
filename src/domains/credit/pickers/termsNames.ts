import { type Bucket, buckets } from '../terms';

export { type RepayWay, repayWays } from '../terms';
export const bucketName = (bucket: Bucket): string => buckets[bucket];
