import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:5000/authentication/login-callback',
  postSignOutUri: 'http://localhost:5000/authentication/logout-callback',
  steps: [
    {
      title: 'installLibrary',
      text: ['installOidcLibrary'],
      samples: [
        {
          language: 'sh',
          code: 'dotnet add package Microsoft.AspNetCore.Components.WebAssembly.Authentication',
        },
      ],
    },
    {
      title: 'configure',
      text: ['wasmServices'],
      samples: [
        {
          language: 'csharp',
          file: 'Program.cs',
          code: `builder.Services.AddOidcAuthentication(options =>
{
    options.ProviderOptions.Authority = "{{issuer}}";
    options.ProviderOptions.ClientId = "{{appId}}";
    options.ProviderOptions.ResponseType = "code";
    options.ProviderOptions.RedirectUri = "{{redirectUri}}";
    options.ProviderOptions.PostLogoutRedirectUri = "{{postSignOutUri}}";
    options.ProviderOptions.DefaultScopes.Add("email");
});`,
        },
        {
          language: 'html',
          file: 'wwwroot/index.html',
          code: '<script src="_content/Microsoft.AspNetCore.Components.WebAssembly.Authentication/AuthenticationService.js"></script>',
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'callback',
      text: ['wasmCallback'],
      samples: [
        {
          language: 'razor',
          file: 'Pages/Authentication.razor',
          code: `@page "/authentication/{action}"
@using Microsoft.AspNetCore.Components.WebAssembly.Authentication

<RemoteAuthenticatorView Action="@Action" />

@code {
    [Parameter] public string? Action { get; set; }
}`,
        },
        {
          language: 'razor',
          file: 'App.razor',
          code: `@using Microsoft.AspNetCore.Components.Authorization

<CascadingAuthenticationState>
  <Router AppAssembly="@typeof(App).Assembly">
    <Found Context="routeData">
      <AuthorizeRouteView RouteData="@routeData" DefaultLayout="@typeof(MainLayout)" />
    </Found>
  </Router>
</CascadingAuthenticationState>`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['wasmButtons'],
      samples: [
        {
          language: 'razor',
          file: 'Layout/LoginDisplay.razor',
          code: `@using Microsoft.AspNetCore.Components.Authorization
@using Microsoft.AspNetCore.Components.WebAssembly.Authentication
@inject NavigationManager Navigation

<AuthorizeView>
  <Authorized>
    <p>Hello, @(context.User.FindFirst("name")?.Value ?? context.User.FindFirst("sub")?.Value)</p>
    <button @onclick="SignOut">Sign out</button>
  </Authorized>
  <NotAuthorized>
    <button @onclick="SignIn">Sign in</button>
  </NotAuthorized>
</AuthorizeView>

@code {
    void SignIn() => Navigation.NavigateToLogin("authentication/login");
    void SignOut() => Navigation.NavigateToLogout("authentication/logout");
}`,
        },
      ],
    },
    {
      title: 'protect',
      text: ['dotnetAuthorize'],
      samples: [
        {
          language: 'razor',
          file: 'Pages/Account.razor',
          code: `@page "/account"
@using Microsoft.AspNetCore.Authorization
@attribute [Authorize]

<h1>Your account</h1>`,
        },
      ],
    },
  ],
};
