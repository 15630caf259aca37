export { default } from 'vitepress/theme-without-fonts';
import '../../../web/src/design/tokens.css';
import './site.css';
