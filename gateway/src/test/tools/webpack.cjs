const path = require('node:path');
const webpack = require('webpack');
const MiniCss = require('mini-css-extract-plugin');
const { WebpackManifestPlugin } = require('webpack-manifest-plugin');
const { WebpackAssetsManifest } = require('webpack-assets-manifest');

const configuration = {
  mode: 'production',
  context: path.resolve(__dirname, 'site'),
  entry: { main: './src/main.js', nested: './src/nested.js' },
  output: {
    path: path.resolve(__dirname, 'out/webpack'),
    filename: '[name].[contenthash:8].js',
    publicPath: '/dist/',
    clean: true,
  },
  optimization: { splitChunks: { chunks: 'all', minSize: 0 } },
  module: {
    rules: [
      { test: /\.css$/, use: [MiniCss.loader, 'css-loader'] },
      { test: /\.(woff2|png)$/, type: 'asset/resource' },
    ],
  },
  plugins: [
    new MiniCss({ filename: '[name].[contenthash:8].css' }),
    new WebpackManifestPlugin({}),
    new WebpackAssetsManifest({
      output: 'assets-manifest.json',
      entrypoints: true,
      publicPath: true,
      integrity: true,
    }),
  ],
};

webpack(configuration, (error, stats) => {
  if (error || stats.hasErrors()) {
    console.error(error ?? stats.toString());
    process.exitCode = 1;
  }
});
