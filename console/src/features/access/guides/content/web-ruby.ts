import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  postSignOutUri: 'http://localhost:3000/',
  steps: [
    {
      title: 'install',
      text: ['installSdk', 'rubyRails'],
      samples: [{ language: 'sh', code: 'bundle add logto' }],
    },
    {
      title: 'configure',
      text: ['rubyClient'],
      samples: [
        {
          language: 'ruby',
          file: 'app/controllers/application_controller.rb',
          code: `require "logto/client"

class ApplicationController < ActionController::Base
  before_action :set_auth

  private

  def set_auth
    @auth = LogtoClient.new(
      config: LogtoClient::Config.new(
        endpoint: "{{endpoint}}",
        app_id: "{{appId}}",
        app_secret: "{{appSecret}}"
      ),
      navigate: ->(uri) { redirect_to(uri, allow_other_host: true) },
      storage: LogtoClient::SessionStorage.new(session)
    )
  end
end`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'signIn',
      text: ['rubyRoutes'],
      samples: [
        {
          language: 'ruby',
          file: 'app/controllers/sessions_controller.rb',
          code: `class SessionsController < ApplicationController
  def sign_in
    @auth.sign_in(redirect_uri: "{{redirectUri}}")
  end

  def callback
    @auth.handle_sign_in_callback(url: request.original_url)
    redirect_to root_path
  end

  def sign_out
    @auth.sign_out(post_logout_redirect_uri: "{{postSignOutUri}}")
  end
end`,
        },
        {
          language: 'ruby',
          file: 'config/routes.rb',
          code: `Rails.application.routes.draw do
  root "home#index"
  get "/sign-in", to: "sessions#sign_in"
  get "/callback", to: "sessions#callback"
  get "/sign-out", to: "sessions#sign_out"
end`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'erb',
          file: 'app/views/home/index.html.erb',
          code: `<% if @auth.is_authenticated? %>
  <p>Hello, <%= @auth.id_token_claims.sub %></p>
  <a href="/sign-out">Sign out</a>
<% else %>
  <a href="/sign-in">Sign in</a>
<% end %>`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'ruby',
          code: `# With resources: ["https://api.example.com"] in the configuration.
token = @auth.access_token(resource: "https://api.example.com")
orders = Net::HTTP.get(URI("https://api.example.com/orders"), { "Authorization" => "Bearer " + token })`,
        },
      ],
    },
  ],
};
