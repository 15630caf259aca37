import { siteConfig } from '../src/site-config.ts';

export default siteConfig;
